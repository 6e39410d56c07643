@NullMarked
package dev.butlerlabs.butler.tenants.cause.plan;

import org.jspecify.annotations.NullMarked;
