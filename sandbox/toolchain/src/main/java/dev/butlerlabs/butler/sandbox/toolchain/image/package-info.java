/**
 * Takes one file out of a container image over the registry's HTTP API.
 *
 * <p>Promises: nothing is unpacked whose digest was not checked, an absent network is noticed
 * within seconds, and every failure is one sentence. Never: needs a container engine, sends
 * credentials, or writes anywhere but to the folder it is given.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.toolchain.image;

import org.jspecify.annotations.NullMarked;
