@NullMarked
package dev.butlerlabs.butler.providers.local;

import org.jspecify.annotations.NullMarked;
