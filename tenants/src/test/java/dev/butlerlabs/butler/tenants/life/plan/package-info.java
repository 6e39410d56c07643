@NullMarked
package dev.butlerlabs.butler.tenants.life.plan;

import org.jspecify.annotations.NullMarked;
