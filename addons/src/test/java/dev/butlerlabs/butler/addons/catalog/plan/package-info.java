/** The rules of the catalog, tried case by case. */
@NullMarked
package dev.butlerlabs.butler.addons.catalog.plan;

import org.jspecify.annotations.NullMarked;
