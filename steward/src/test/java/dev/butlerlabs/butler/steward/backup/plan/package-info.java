/** Tests of when backups are made. */
@NullMarked
package dev.butlerlabs.butler.steward.backup.plan;

import org.jspecify.annotations.NullMarked;
