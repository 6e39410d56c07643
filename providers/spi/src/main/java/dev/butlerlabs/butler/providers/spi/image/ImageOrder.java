package dev.butlerlabs.butler.providers.spi.image;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Which file becomes an image, and who carries it.
 *
 * @param format qcow2, raw or iso
 * @param sha256 of the file, in hexadecimal; the platform or the driver checks it where given
 */
public record ImageOrder(
    URI source,
    String format,
    @Nullable String sha256,
    Architecture architecture,
    TransferMode transfer) {}
