package dev.butlerlabs.butler.systemtests.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.butlerlabs.butler.systemtests.house.fixtures.SharedCounter;
import dev.butlerlabs.butler.systemtests.house.fixtures.StringUtils;
import dev.butlerlabs.butler.systemtests.house.fixtures.plan.GuessingPlanner;
import dev.butlerlabs.butler.systemtests.house.fixtures.plan.WritingPlanner;
import dev.butlerlabs.butler.systemtests.house.fixtures.providers.sample.infrastructure.GuessingDrawer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class HouseTest {

  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.butlerlabs.butler");

  @TestFactory
  Stream<DynamicTest> theHouseKeeps() {
    return HouseRules.all().stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(HOUSE)));
  }

  @Test
  void everyRoomIsSeen() {
    assertThat(HOUSE.stream().map(type -> type.getPackageName().split("\\.", -1)[3]).distinct())
        .contains("kernel", "pki", "api", "kube", "providers", "sandbox", "apps");
  }

  @Test
  void aPlanThatWritesIsCaught() {
    assertCaught(HouseRules.plansUseValuesOnly(), WritingPlanner.class);
  }

  @Test
  void aPlanThatAsksForTheTimeIsCaught() {
    assertCaught(HouseRules.plansAskForNeitherTimeNorChance(), GuessingPlanner.class);
  }

  @Test
  void aDrawingLeftToChanceIsCaught() {
    assertCaught(HouseRules.plansAskForNeitherTimeNorChance(), GuessingDrawer.class);
  }

  @Test
  void staticMutableStateIsCaught() {
    assertCaught(HouseRules.staticFieldsAreFinal(), SharedCounter.class);
  }

  @Test
  void aNameThatSaysNothingIsCaught() {
    assertCaught(HouseRules.namesSayWhatAThingIs(), StringUtils.class);
  }

  private static void assertCaught(ArchRule rule, Class<?> wrong) {
    var classes = new ClassFileImporter().importClasses(wrong);

    assertThat(rule.evaluate(classes).hasViolation()).isTrue();
  }
}
