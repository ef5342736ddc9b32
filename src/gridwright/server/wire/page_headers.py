"""Response headers of pages: content security policy and caching."""

from typing import Final

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html gridwright-worker",
    ]
)
"""No inline script or style, no HTML from text except by the client's framework.

Workers only from the URL that the client uses.
"""

SAFETY: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
EMBEDDED: Final = {
    **SAFETY,
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}
"""Headers of the only page that may be framed: a replay, which accepts no orders."""
ANSWER_SAFETY: Final = {
    **SAFETY,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Headers of responses that are no pages: a browser that shows one loads and runs nothing."""
IMMUTABLE: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""Headers of files with a digest of their content in the name."""
ASK_AGAIN: Final = {"cache-control": "no-cache"}
"""Headers of files that a new build replaces under the same name."""
