/**
 * Accounts of platforms: which are open, and the calls made with them.
 *
 * <p>Promises: credentials are read in one place; a change of a ProviderConfig or its Secret opens
 * a new driver; an account whose platform is slow or dead holds up nobody else's. Never: a Secret
 * in a log line or an exception.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.account;

import org.jspecify.annotations.NullMarked;
