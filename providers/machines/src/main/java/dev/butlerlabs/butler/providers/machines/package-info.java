/**
 * What users order of platforms, made true through drivers: machines, load balancers, images, and
 * the accounts they are made with.
 *
 * <p>Promises: a request of a platform that is not served here is never touched; nothing that does
 * not carry its owner's UID is changed. Never: a platform's name or protocol.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines;

import org.jspecify.annotations.NullMarked;
