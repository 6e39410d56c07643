/**
 * Backup and restore of one tenant on a shared etcd.
 *
 * <p>Promises: what is saved is the tenant's data at one revision; what is loaded is checked
 * against hashes before anything is written and again after; nothing is held in memory whole.
 * Never: a key of another tenant read or written; data deleted that was not saved first.
 */
@NullMarked
package dev.butlerlabs.butler.steward.backup;

import org.jspecify.annotations.NullMarked;
