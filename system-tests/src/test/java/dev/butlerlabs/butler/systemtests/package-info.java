/** Stories over the whole platform, and the rules of ARCHITECTURE.md as tests. */
@NullMarked
package dev.butlerlabs.butler.systemtests;

import org.jspecify.annotations.NullMarked;
