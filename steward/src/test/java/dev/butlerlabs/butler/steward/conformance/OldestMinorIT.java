package dev.butlerlabs.butler.steward.conformance;

import dev.butlerlabs.butler.steward.plane.OldestMinor;
import org.junit.jupiter.api.Nested;

/** What a tenant of the newest minor is asked, asked of one of the oldest. */
@OldestMinor
class OldestMinorIT {

  @Nested
  class Api extends ApiIT {}

  @Nested
  class Kinds extends KindsIT {}

  @Nested
  class Rights extends RightsIT {}

  @Nested
  class Controllers extends ControllersIT {}

  @Nested
  class Join extends JoinIT {}

  @Nested
  class OfANode extends NodeIT {}

  @Nested
  class Kubeadm extends KubeadmIT {}
}
