"""Passwords of eight characters and more that are tried first by whoever guesses."""

from typing import Final

_WORDS: Final = """
password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd passwort
12345678 123456789 1234567890 12345678910 0123456789 87654321 987654321 0987654321 11111111
111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666
77777777 88888888 99999999 12341234 11223344 112233445566 12344321 12121212 123123123 123321123
147258369 147852369 159357258 789456123 741852963 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx
q1w2e3r4 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234 asdfghjk asdfghjkl asdf1234
zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1b2c3d4 abcdefgh abcdefghi aaaaaaaa aa123456
iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 trustno1
starwars whatever welcome1 welcome123 letmein1 letmein123 admin123 admin1234 administrator
changeme changeme1 computer internet dragon123 master123 monkey123 michelle jennifer jessica1
charlie1 liverpool chelsea1 arsenal1 corvette mercedes maverick midnight mountain butterfly
chocolate elephant einstein pokemon1 pokemon123 minecraft fuckyou1 samsung1 test1234 testtest
default1 guest123 secret123 killer123 blink182 jordan23 snoopy12 powergrid gridwright
"""
COMMON: Final = frozenset(_WORDS.split())
