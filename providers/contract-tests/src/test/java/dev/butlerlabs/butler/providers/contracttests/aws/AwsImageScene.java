package dev.butlerlabs.butler.providers.contracttests.aws;

import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import java.util.List;

/** The region of {@link AwsStage}, with a file in a bucket. */
final class AwsImageScene extends StagedImages<AwsStage> {

  static final String BUCKET = "butler-images";
  static final String KEY = "image/abc/v1/aws amd64.raw";
  static final String URL =
      "https://butler-images.s3.eu-central-1.amazonaws.com/image/abc/v1/aws%20amd64.raw";

  AwsImageScene() {
    super(new AwsStage(), "raw", AwsImageScene::images);
    stage().aws().file(BUCKET, KEY, 2, sha256());
  }

  private static List<String> images(AwsStage platform) {
    return List.copyOf(platform.aws().images().keySet());
  }

  @Override
  protected String source() {
    return URL;
  }

  @Override
  protected String nowhere() {
    return URL.replace("abc", "missing");
  }

  /** What EC2 does not check, S3 did when the file was put there. */
  @Override
  public boolean checks() {
    return true;
  }

  @Override
  public void foreign(String name) {
    stage().aws().image(name, "x86_64", 2);
  }
}
