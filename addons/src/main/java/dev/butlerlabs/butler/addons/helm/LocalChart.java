package dev.butlerlabs.butler.addons.helm;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A chart that is here: an archive in the store, or a folder.
 *
 * @param digest of the archive; a folder has none
 */
public record LocalChart(Path path, @Nullable Digest digest) {}
