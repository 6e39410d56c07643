package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.List;

/** One thing on a platform that comes and goes, behind the four verbs all kinds have. */
interface Thing {

  Kind kind();

  String name();

  String uid();

  List<Fault> validate();

  Look observe(Memo memo);

  Look ensure(Memo memo);

  Look remove(Memo memo);

  /** What kind of thing. */
  enum Kind {
    MACHINE("machine"),
    BALANCER("load balancer"),
    IMAGE("image");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** Kind and name. */
  default String text() {
    return kind() + " " + name();
  }

  /** How a person finds things of this owner on the platform. */
  static String marks(String uid) {
    return Ownership.flatTag(uid) + " or " + Ownership.OWNER_UID + "=" + uid;
  }
}
