/** Tests of the engine: promises of the queue and the controller, with stepped time. */
@NullMarked
package dev.butlerlabs.butler.kube.engine;

import org.jspecify.annotations.NullMarked;
