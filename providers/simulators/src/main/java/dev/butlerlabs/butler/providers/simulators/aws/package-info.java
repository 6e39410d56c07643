/**
 * A stand-in for one AWS region: EC2 and Elastic Load Balancing over their query protocols.
 *
 * <p>Promises: signatures are checked for real, calls and answers against AWS's own service model.
 * Never: knowledge of a driver of ours.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.aws;

import org.jspecify.annotations.NullMarked;
