"""Which PDU and outlet each power cord goes to: near, balanced, feeds apart, within limits."""
