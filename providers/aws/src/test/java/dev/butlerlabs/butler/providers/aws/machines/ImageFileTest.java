package dev.butlerlabs.butler.providers.aws.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageFileTest {

  @ParameterizedTest
  @CsvSource({
    "s3://images/a/b.raw, images, a/b.raw, ''",
    "https://my.images.s3.eu-central-1.amazonaws.com/a%20b.raw, my.images, a b.raw, eu-central-1",
    "https://images.s3-eu-west-1.amazonaws.com/a+b.raw, images, a+b.raw, eu-west-1",
    "https://s3.eu-central-1.amazonaws.com/images/a.raw, images, a.raw, eu-central-1",
    "https://images.s3.cn-north-1.amazonaws.com.cn/a.raw, images, a.raw, cn-north-1",
  })
  void aFileIsReadFromAnyOfItsAddresses(String url, String bucket, String key, String region) {
    assertThat(ImageFile.of(URI.create(url))).contains(new ImageFile(bucket, key, region));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://factory.talos.dev/image/a/v1/aws-amd64.raw",
        "http://images.s3.eu-central-1.amazonaws.com/a.raw",
        "https://images.s3.eu-central-1.amazonaws.com/",
        "https://images.s3.eu-central-1.amazonaws.com/a.raw?X-Amz-Signature=1",
        "https://images.s3.eu-central-1.amazonaws.com.example.com/a.raw"
      })
  void everythingElseIsNoFileOfS3(String url) {
    assertThat(ImageFile.of(URI.create(url))).isEmpty();
  }

  @Test
  void itIsShownAsS3NamesIt() {
    assertThat(new ImageFile("images", "a b.raw", "eu-west-1")).hasToString("s3://images/a b.raw");
  }
}
