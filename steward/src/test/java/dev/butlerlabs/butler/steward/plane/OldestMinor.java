package dev.butlerlabs.butler.steward.plane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The tenant of these tests is of the oldest minor that is supported, and goes with them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OldestMinor {}
