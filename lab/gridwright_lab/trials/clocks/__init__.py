"""No seat gains or loses time through anything that people and machines do."""
