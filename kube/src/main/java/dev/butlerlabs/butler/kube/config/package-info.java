/**
 * A process' configuration: typed, read once in {@code main}, all problems told at once.
 *
 * <p>Promises: each setting is named, described and checked in one place, from which the reference
 * page is made. Never: a secret in a problem, a text or a process' arguments; a look at the
 * environment behind the caller's back.
 */
@NullMarked
package dev.butlerlabs.butler.kube.config;

import org.jspecify.annotations.NullMarked;
