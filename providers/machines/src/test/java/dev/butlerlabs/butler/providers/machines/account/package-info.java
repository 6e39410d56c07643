/** The desk where platforms are called. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.account;

import org.jspecify.annotations.NullMarked;
