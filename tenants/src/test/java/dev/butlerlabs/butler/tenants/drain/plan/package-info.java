@NullMarked
package dev.butlerlabs.butler.tenants.drain.plan;

import org.jspecify.annotations.NullMarked;
