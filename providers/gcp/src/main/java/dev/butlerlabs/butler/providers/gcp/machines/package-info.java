/**
 * Machines on Google Cloud: made in one call that carries the owner's UID, looked at, started
 * again, and taken away with all their disks.
 *
 * <p>Promises: zone and request number of a new machine are written down before they are used, so
 * that a lost answer never makes a second machine. Never: a wait for an operation, a change to a
 * machine without the owner's labels.
 */
@NullMarked
package dev.butlerlabs.butler.providers.gcp.machines;

import org.jspecify.annotations.NullMarked;
