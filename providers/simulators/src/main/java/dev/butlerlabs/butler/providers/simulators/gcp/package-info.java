/**
 * A stand-in for Google Cloud: tokens, a project with zones, machines, disks, images and balancers,
 * and operations that take time, spoken to over the real wire protocol.
 *
 * <p>Promises: what Google's discovery document does not know is refused in Google's error shape;
 * lists are late; time comes from the clock it is given. Never: a look at our driver.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.gcp;

import org.jspecify.annotations.NullMarked;
