/**
 * The program that stands inside a tenant and leads what calls {@code kubernetes.default} to the
 * tenant's API server. It passes bytes through, or, where the way to the API server is chosen by
 * host name, ends TLS with a certificate of its own and opens a verified connection.
 *
 * <p>Promises: the JDK and nothing else; a bounded number of connections; a stop that lets
 * connections end. Never: a call to the Kubernetes API, an upstream that is not verified where TLS
 * is ended here, a client's certificate, a key or a token in what it says.
 */
@NullMarked
package dev.butlerlabs.butler.apps.tcpproxy;

import org.jspecify.annotations.NullMarked;
