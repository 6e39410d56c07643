/** What follows from a LocalCluster or LocalMachine and its owners; pure. */
@NullMarked
package dev.butlerlabs.butler.providers.local.plan;

import org.jspecify.annotations.NullMarked;
