package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.api.ObjectFeed;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * What all pods of a node share.
 *
 * @param hostFolders the folders of this machine that pods may mount, with all below them
 * @param serviceNames lines of a hosts file for the Services this node serves
 */
public record NodeScene(
    String nodeName,
    String nodeIp,
    Images images,
    Launcher launcher,
    Asker asker,
    ObjectFeed feed,
    Tokens tokens,
    Reports reports,
    Timeline timeline,
    List<Path> hostFolders,
    Supplier<String> serviceNames) {

  public NodeScene {
    hostFolders = List.copyOf(hostFolders);
  }
}
