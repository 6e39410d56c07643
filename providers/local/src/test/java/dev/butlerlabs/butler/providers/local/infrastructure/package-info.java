@NullMarked
package dev.butlerlabs.butler.providers.local.infrastructure;

import org.jspecify.annotations.NullMarked;
