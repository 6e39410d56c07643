@NullMarked
package dev.butlerlabs.butler.tenants.cause;

import org.jspecify.annotations.NullMarked;
