package tallygate.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Passwords passwords = new Passwords(new SecureRandom());

    @Test
    void aPasswordFitsItsHashAndNoOther() {
        String hash = passwords.hash("correct horse battery");

        assertThat(passwords.fits("correct horse battery", hash)).isTrue();
        assertThat(passwords.fits("correct horse batterz", hash)).isFalse();
        assertThat(passwords.fits("correct horse battery", "$argon2id$v=19$m=1,t=1,p=1$AA$AA"))
                .isFalse();
    }

    /** Counted in bytes, which no neighbour on the machine disturbs: the memory of Argon2 is what its time goes into. */
    @Test
    void aNameThatIsUnknownCostsWhatAKnownOneCosts() {
        String hash = passwords.hash("correct horse battery");
        long before = threads.getCurrentThreadAllocatedBytes();
        passwords.fits("wrong horse battery", hash);
        long known = threads.getCurrentThreadAllocatedBytes() - before;
        before = threads.getCurrentThreadAllocatedBytes();
        passwords.fitsNobody("wrong horse battery");
        long unknown = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(known).isGreaterThan(10_000_000);
        assertThat(unknown).isCloseTo(known, Percentage.withPercentage(5));
    }
}
