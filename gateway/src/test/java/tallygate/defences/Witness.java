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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One test method of the product, run by hand: as JUnit runs it, without extensions. Its parameters, if it has any, come from a method
 * or are texts.
 */
record Witness(Class<?> type, String method, Set<Field> isSet) {
    Witness(Class<?> type, String method) {
        this(type, method, new HashSet<>());
    }

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
        Object instance = instance(folder);
        Method test = Arrays.stream(type.getDeclaredMethods())
                .filter(one -> one.getName().equals(method))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(type + "#" + method));
        all(BeforeAll.class, instance);
        try {
            for (Object[] arguments : arguments(test)) {
                Object own = type.isAnnotationPresent(TestInstance.class) ? instance : instance(folder);
                Optional<Throwable> wrong = once(test, own, arguments);
                if (wrong.isPresent()) {
                    return wrong;
                }
            }
            return Optional.empty();
        } finally {
            all(AfterAll.class, instance);
        }
    }

    private Object instance(Path folder) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        for (Field field : type.getDeclaredFields()) {
            boolean isToSet = !Modifier.isStatic(field.getModifiers()) || !isSet.contains(field);
            if (field.isAnnotationPresent(TempDir.class) && isToSet) {
                field.setAccessible(true);
                field.set(instance, made(folder));
                isSet.add(field);
            }
        }
        return instance;
    }

    private Optional<Throwable> once(Method test, Object instance, Object[] arguments)
            throws ReflectiveOperationException {
        all(BeforeEach.class, instance);
        try {
            invoke(test, instance, arguments);
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return Optional.of(e.getCause());
        } finally {
            all(AfterEach.class, instance);
        }
    }

    private List<Object[]> arguments(Method test) throws ReflectiveOperationException {
        if (test.isAnnotationPresent(ValueSource.class)) {
            return Arrays.stream(test.getAnnotation(ValueSource.class).strings())
                    .map(text -> new Object[] {text})
                    .toList();
        }
        if (test.isAnnotationPresent(MethodSource.class)) {
            Method source = type.getDeclaredMethod(
                    test.getAnnotation(MethodSource.class).value()[0]);
            source.setAccessible(true);
            return ((Stream<?>) source.invoke(null))
                    .map(one -> ((Arguments) one).get())
                    .toList();
        }
        assertThat(test.isAnnotationPresent(Test.class))
                .as("%s is a test without parameters", method)
                .isTrue();
        return List.<Object[]>of(new Object[0]);
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

    private static void invoke(Method method, Object instance, Object... arguments)
            throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(Modifier.isStatic(method.getModifiers()) ? null : instance, arguments);
    }
}
