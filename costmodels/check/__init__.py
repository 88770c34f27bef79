"""Independent check of costs and objectives, cable by cable, with separate code."""
