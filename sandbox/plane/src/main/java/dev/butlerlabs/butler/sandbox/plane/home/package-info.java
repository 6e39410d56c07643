/**
 * The folder a sandbox lives in: who may use it, and how files get into it.
 *
 * <p>Promises: one user and one process at a time; a file is there whole or not at all, readable by
 * its owner alone; a refusal is one sentence with a remedy. Never: knowledge of what the files
 * mean.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.plane.home;

import org.jspecify.annotations.NullMarked;
