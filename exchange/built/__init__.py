"""As-built checks against the plan: device matching, cable comparison and repair steps."""
