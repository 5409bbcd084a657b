package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One test method of the product, run by hand: as JUnit runs it, without parameters and extensions. */
record Witness(Class<?> type, String method) {
    /** @return what it says is wrong; empty when it passes. What fails before it begins is thrown. */
    Optional<Throwable> run(Path folder) throws ReflectiveOperationException {
        // Templates are looked for where the thread says.
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(type.getClassLoader());
        try {
            return runHere(folder);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private Optional<Throwable> runHere(Path folder) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(TempDir.class)) {
                field.setAccessible(true);
                field.set(instance, made(folder));
            }
        }
        Method test = Arrays.stream(type.getDeclaredMethods())
                .filter(one -> one.getName().equals(method))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(type + "#" + method));
        assertThat(test.isAnnotationPresent(Test.class))
                .as("%s is a plain test", method)
                .isTrue();
        all(BeforeAll.class, instance);
        try {
            all(BeforeEach.class, instance);
            try {
                invoke(test, instance);
                return Optional.empty();
            } catch (InvocationTargetException e) {
                return Optional.of(e.getCause());
            } finally {
                all(AfterEach.class, instance);
            }
        } finally {
            all(AfterAll.class, instance);
        }
    }

    private static Path made(Path folder) {
        try {
            return Files.createTempDirectory(folder, "witness");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void all(Class<? extends Annotation> kind, Object instance) throws ReflectiveOperationException {
        List<Method> found = new ArrayList<>();
        for (Class<?> one = type; one != Object.class; one = one.getSuperclass()) {
            for (Method each : one.getDeclaredMethods()) {
                if (each.isAnnotationPresent(kind)) {
                    found.add(each);
                }
            }
        }
        for (Method each : found) {
            invoke(each, instance);
        }
    }

    private static void invoke(Method method, Object instance) throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(Modifier.isStatic(method.getModifiers()) ? null : instance);
    }
}
