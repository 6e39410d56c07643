package dev.butlerlabs.butler.sandbox.toolchain;

/** Where a program came from. */
public sealed interface Source {

  /** The words that end the line "etcd 3.6.16 from …". */
  String describe();

  /** Named by the user; taken as it is, whatever version it says it has. */
  record Configured() implements Source {
    @Override
    public String describe() {
      return "the configured path";
    }
  }

  /** Found on {@code PATH}; it told the right version itself. */
  record OnPath() implements Source {
    @Override
    public String describe() {
      return "PATH";
    }
  }

  /** Kept from an earlier run, which got it from {@code original}. */
  record Cached(Source original) implements Source {
    @Override
    public String describe() {
      return "the cache (" + original.describe() + ")";
    }
  }

  /** Unpacked from an official image; {@code digest} is that of the manifest the tag led to. */
  record Image(String reference, String digest) implements Source {
    @Override
    public String describe() {
      return "the image " + reference + "@" + digest;
    }
  }

  /** Built by Go on this machine from pinned sources. */
  record Built(long seconds) implements Source {
    @Override
    public String describe() {
      return "a Go build of " + seconds + " s";
    }
  }
}
