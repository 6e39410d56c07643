/** Tests of backup and restore, against a real etcd. */
@NullMarked
package dev.butlerlabs.butler.steward.backup;

import org.jspecify.annotations.NullMarked;
