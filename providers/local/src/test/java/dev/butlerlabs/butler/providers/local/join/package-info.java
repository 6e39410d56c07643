@NullMarked
package dev.butlerlabs.butler.providers.local.join;

import org.jspecify.annotations.NullMarked;
