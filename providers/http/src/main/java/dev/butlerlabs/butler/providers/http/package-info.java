/**
 * HTTP to platforms: one place for deadlines, trust, proxies, redaction and the reading of errors.
 *
 * <p>Promises: a call ends by its deadline with an answer or a fault; no fault and no log line
 * holds a secret in any spelling. Never: a redirect that carries credentials elsewhere, a retry of
 * its own.
 */
@NullMarked
package dev.butlerlabs.butler.providers.http;

import org.jspecify.annotations.NullMarked;
