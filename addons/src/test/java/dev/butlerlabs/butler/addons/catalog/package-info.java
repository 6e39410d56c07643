/** The catalog, held against its rules and its page. */
@NullMarked
package dev.butlerlabs.butler.addons.catalog;

import org.jspecify.annotations.NullMarked;
