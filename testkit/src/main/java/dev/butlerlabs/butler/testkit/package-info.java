/**
 * What tests stand on: a real API server for JUnit, waiting without sleeping, a clock that is
 * stepped, and sample manifests.
 *
 * <p>Promises: every peer is the real program, started once per JVM on loopback and gone at its
 * end; a missing peer fails the test and never skips it. Never: knows our own kinds or controllers,
 * so that their tests can stand on it; sleeps.
 */
@NullMarked
package dev.butlerlabs.butler.testkit;

import org.jspecify.annotations.NullMarked;
