/** When backups are made and which are kept, as a pure function. */
@NullMarked
package dev.butlerlabs.butler.steward.backup.plan;

import org.jspecify.annotations.NullMarked;
