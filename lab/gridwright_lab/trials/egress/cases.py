"""Addresses that a person could give: forms of addresses, services, options and detours."""

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import quote

import msgspec

from gridwright.protocol.notices import ChannelKind
from gridwright_lab.trials.egress.network import DOMAIN, PUBLIC

ADDRESSES: Final = (
    # IPv4: this host, private, shared, link-local, special, multicast, reserved.
    *("127.0.0.1", "127.0.0.53", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1"),
    *("172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.178.1", "100.64.0.1"),
    *("100.127.255.254", "169.254.169.254", "169.254.0.1", "192.0.0.1", "192.0.2.1"),
    *("192.88.99.1", "198.18.0.1", "198.19.255.254", "198.51.100.1", "203.0.113.1"),
    *("224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    # IPv6: this host, private, link-local, multicast, special.
    *("::1", "::", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1"),
    *("ff02::1", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "5f00::1", "2001:10::1"),
    # IPv6 forms that contain an IPv4 address.
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "::127.0.0.1"),
    *("2002:7f00:1::", "2002:0a00:1::1", "2002:808:808::1", "64:ff9b::7f00:1"),
    *("64:ff9b::a00:1", "64:ff9b:1::7f00:1", "2001:0:7f00:1::", "2001:0:808:808::80ff:fffe"),
    "2600::200:5efe:7f00:1",
)
SPELLINGS: Final = (
    *("2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.1", "0", "127.0.0.1."),
    *("127.0.0.01", "%31%32%37.0.0.1", f"{PUBLIC}@127.0.0.1", f"{DOMAIN}@127.0.0.1"),
    *(f"{DOMAIN}\\@127.0.0.1", f"127.0.0.1#@{DOMAIN}", "localhost", "LOCALHOST.", "a.localhost"),
    *("redis", "printer.local", "router.lan", "nas.home.arpa", "metadata.internal", "[::1%25lo]"),
)
"""Other spellings of addresses inside, and names of a network's own."""
FORMS: Final = (
    *(f"[{each}]" if ":" in each else each for each in ADDRESSES),
    *SPELLINGS,
)
"""Hosts as they are written in a URL."""

NAMED: Final = f"n.{DOMAIN}"
WITH_HOST: Final[tuple[tuple[ChannelKind, str], ...]] = (
    ("webhook", "https://{host}/hook"),
    ("webhook", "http://{host}/hook"),
    ("webhook", "https://{host}/hook?template=http%3A%2F%2F127.0.0.1%2F"),
    ("push", "https://{host}/push"),
    ("service", "ntfys://{host}/topic"),
    ("service", "ntfy://{host}/topic"),
    ("service", "ntfys://ada:secret@{host}/topic"),
    ("service", "ntfys://tk_secret@{host}/topic"),
    ("service", "matrixs://syt_token_1@{host}/!room:matrix.example"),
    ("service", "matrix://syt_token_1@{host}/%21room%3Amatrix.example"),
)
FIXED: Final = (
    "ntfy://topic",
    "discord://123456789012345678/abcdefghijklmnopqrstuvwxyz0123456789",
    "slack://T0123ABCD/B0123ABCD/abcdefghijklmnopqrstuvwx",
    "tgram://123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ012345678/-100123456789",
)
TRICKS: Final = (
    "discord://{host}@123456789012345678/abcdefghijklmnopqrstuvwxyz0123456789",
    "discord://{host}/abcdefghijklmnopqrstuvwxyz0123456789",
    "slack://{host}/B0123ABCD/abcdefghijklmnopqrstuvwx",
    "slack://T0123ABCD/B0123ABCD/../../{host}",
    "tgram://123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ012345678/@{host}/x",
    "tgram://{host}/-100123456789",
    "ntfy://{host}",
    "matrixs://user:password@{host}/#room",
    "matrixs://syt_token_1@{host}/!room/../../admin",
)
"""Addresses of the services with a host where none belongs."""
_OTHER_SCHEMES: Final = """
apprise apprises bark barks dapnet dbus dingtalk dot emby embys enigma2 enigma2s evolution
evolutions fcm feishu file fluxer form forms ftp gchat glib gnome gopher gotify gotifys
guilded hassio hassios http https ifttt irc ircs jira join json jsons kodi kodis lametric
lark ldap line loki macosx mailgun mailto mailtos mastodon mastodons mmost mmosts mqtt mqtts
msteams nctalk nctalks ncloud nclouds nextcloud notica noticas notifiarr notifico office365
octopush opsgenie ots pagertree parsep parseps pbul pjet pjets pover prowl pushdeer
pushdeers pushed pushjet pushme pushplus pushsafer pushsafers pushy python qq reddit resend
revolt rocket rockets rsyslog sendgrid ses sfr signal signals signl4 simplepush smpp smpps
smseagle smseagles smtp sns spike splunk spugpush strmlabs synology synologys syslog threema
toasty twilio twist twitter unix vapid voipms workflow workflows wecombot wxpusher wxteams
xbmc xbmcs xml xmls xmpp xmpps yours zulip NTFY Discord
"""
OTHER_SCHEMES: Final = tuple(_OTHER_SCHEMES.split())
"""Those of Apprise, which sent notices in earlier versions, and spellings of ours."""
_OPTIONS: Final = """
template=http://{host}/card template=file:///etc/passwd redirect=yes verify=no
attach=http://{host}/a avatar_url=http://{host}/a image=http://{host}/a icon=yes host={host}
url=http://{host}/ mode=cloud mode=private to={host} format=html server=http://{host}/
via={host} smtp={host} click=http://{host}/ gateway={host}
"""
OPTIONS: Final = tuple(_OPTIONS.split())
REDIRECTS: Final = (301, 302, 303, 307, 308)


class Case(msgspec.Struct, frozen=True):
    """An address, what its name resolves to, and the response of its server."""

    detour: str
    kind: ChannelKind
    to: str
    first: tuple[str, ...] = (PUBLIC,)
    later: tuple[str, ...] = (PUBLIC,)
    status: int = 200
    location: str = ""

    def __str__(self) -> str:
        return f"{self.detour}: {self.to} {'; '.join([*self.first, *self.later])} {self.location}"


def all_cases(port: int, inside_port: int, every: int = 1) -> Iterator[Case]:
    """Yield all cases, or of the longer lists of forms only one of each ``every``."""
    for form in FORMS[::every]:
        yield from _written(form, port, inside_port)
    for place, address in enumerate(ADDRESSES[::every]):
        yield from _resolved(address, port)
        for number, status in enumerate(REDIRECTS):
            form = FORMS[(place * every + number) % len(FORMS)]
            yield from _redirected(form, status, port, inside_port)


def _written(form: str, port: int, inside_port: int) -> Iterator[Case]:
    for host in (form, f"{form}:{port}", f"{form}:{inside_port}"):
        for kind, template in WITH_HOST:
            yield Case("literal", kind, template.format(host=host))
        for template in TRICKS:
            yield Case("trick", "service", template.format(host=host))
    host = f"{form}:{inside_port}"
    for scheme in OTHER_SCHEMES:
        yield Case("scheme", "service", f"{scheme}://{host}/aaaaaaaaaaaa/bbbbbbbbbbbb")
        yield Case("scheme", "service", f"{scheme}://ada:secret@{host}/aaaaaaaaaaaa")
    for option in OPTIONS:
        name, _equals, value = option.format(host=host).partition("=")
        given = f"?{name}={quote(value, safe='')}"
        for address in FIXED:
            yield Case("option", "service", address + given)
        for kind, template in WITH_HOST[4:]:
            yield Case("option", kind, template.format(host=f"{NAMED}:{port}") + given)


def _resolved(address: str, port: int) -> Iterator[Case]:
    bare = address.partition("%")[0]
    for detour, first, later in (
        ("name", (bare,), (bare,)),
        ("mixed", (PUBLIC, bare), (PUBLIC, bare)),
        ("rebind", (PUBLIC,), (bare,)),
    ):
        for kind, to in _places(port):
            yield Case(detour, kind, to, first, later)


def _redirected(form: str, status: int, port: int, inside_port: int) -> Iterator[Case]:
    location = f"http://{form}:{inside_port}/inside"
    for kind, to in _places(port):
        yield Case("redirect", kind, to, status=status, location=location)


def _places(port: int) -> Sequence[tuple[ChannelKind, str]]:
    named = [(kind, template.format(host=f"{NAMED}:{port}")) for kind, template in WITH_HOST]
    return [*named, *[("service", to) for to in FIXED]]
