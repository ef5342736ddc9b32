"""Running games of earlier versions, finished by this one: nothing about them may change."""
