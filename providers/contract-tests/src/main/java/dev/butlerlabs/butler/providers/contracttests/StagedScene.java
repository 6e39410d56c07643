package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.util.List;
import java.util.Set;

/** Balancers or images on the stage that machines are tried on. */
public abstract class StagedScene<T extends Stage> implements Scene {

  private final T stage;

  protected StagedScene(T stage) {
    this.stage = stage;
  }

  public final T stage() {
    return stage;
  }

  @Override
  public final SteppedTimeline time() {
    return stage.time();
  }

  @Override
  public final Provider provider() {
    return stage.provider();
  }

  @Override
  public final Account account() {
    return stage.account();
  }

  @Override
  public void revoke() {
    stage.rotate();
  }

  @Override
  public final void make(MischiefMaker mischief) {
    stage.make(mischief);
  }

  @Override
  public final List<String> calls() {
    return stage.calls();
  }

  @Override
  public final boolean reads(String call) {
    return stage.reads(call);
  }

  @Override
  public Set<String> things() {
    return stage.things();
  }

  @Override
  public final void close() {
    stage.close();
  }
}
