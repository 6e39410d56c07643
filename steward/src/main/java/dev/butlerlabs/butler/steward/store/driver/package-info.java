/**
 * What a store can be asked to do for tenants, and the stores that do it.
 *
 * <p>Promises: every call can be repeated, ends by its deadline and answers with a value. Never: a
 * tenant's name that reaches another tenant's data; an exception for what a store may say; anything
 * secret in an answer's words.
 */
@NullMarked
package dev.butlerlabs.butler.steward.store.driver;

import org.jspecify.annotations.NullMarked;
