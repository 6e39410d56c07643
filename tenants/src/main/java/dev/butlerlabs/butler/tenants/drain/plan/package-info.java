/** What is to be taken away, and what is left of it. */
@NullMarked
package dev.butlerlabs.butler.tenants.drain.plan;

import org.jspecify.annotations.NullMarked;
