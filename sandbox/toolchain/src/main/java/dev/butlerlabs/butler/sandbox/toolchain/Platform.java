package dev.butlerlabs.butler.sandbox.toolchain;

/** The operating system and processor a program is for, in Go's and the registries' words. */
public record Platform(String os, String architecture) {

  /** Translates the names Java has for the same things. */
  public static Platform named(String osName, String osArch) {
    var os = osName.startsWith("Mac") ? "darwin" : osName.startsWith("Linux") ? "linux" : osName;
    var architecture =
        switch (osArch) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          default -> osArch;
        };
    return new Platform(os, architecture);
  }

  @Override
  public String toString() {
    return os + "/" + architecture;
  }
}
