@NullMarked
package dev.butlerlabs.butler.tenants.life;

import org.jspecify.annotations.NullMarked;
