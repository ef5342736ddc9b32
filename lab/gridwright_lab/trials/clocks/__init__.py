"""No seat gains or loses time, whatever people and machines do."""
