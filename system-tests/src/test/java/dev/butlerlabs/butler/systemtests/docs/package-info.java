/** Pages that state facts about the tree, compared with it. */
@NullMarked
package dev.butlerlabs.butler.systemtests.docs;

import org.jspecify.annotations.NullMarked;
